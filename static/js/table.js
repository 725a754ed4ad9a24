// All scripts of the table.
import '/static/js/fragments.js';
import '/static/js/deal.js';
import '/static/js/queue.js';
import '/static/js/live.js';
import '/static/js/kept.js';
import '/static/js/motion.js';
import '/static/js/aloud.js';
import '/static/js/words.js';
import '/static/js/awake.js';
