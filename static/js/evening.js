// The page of an evening at several tables is drawn anew with all that is chosen on it.
import { table } from '/static/js/follow.js';

const form = () => document.getElementById('next');
table.asks = () => `?${new URLSearchParams([...new FormData(form()), ['do', 'follow']])}`;
