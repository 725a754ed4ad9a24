package store

// setLock locks for as long as the handle is open (F_OFD_SETLK), whatever else the process opens and closes.
const setLock = 37

const locksFade = false
