// The table's script, all of it.
import '/static/fragments.js';
import '/static/deal.js';
import '/static/queue.js';
import '/static/live.js';
import '/static/awake.js';
