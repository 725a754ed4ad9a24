// The page of an evening at several tables is drawn anew with all that is chosen on it.
import { hook } from '/static/js/follow.js';

const form = () => document.getElementById('next');
hook({ asks: () => `?${new URLSearchParams([...new FormData(form()), ['do', 'follow']])}` });
