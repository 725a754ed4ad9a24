package store

// What is read of SQLite's log beside a book, in the form of its file format (sqlite.org/walformat.html).

import (
	"bufio"
	"encoding/binary"
	"encoding/hex"
	"io"
	"os"
)

const (
	logHead   = 32 // bytes before the first frame
	frameHead = 24 // bytes before the page of each
)

// saltsOf are the salts at the head of a log; none where it has no head.
func saltsOf(log string) string {
	f, err := os.Open(log)
	if err != nil {
		return ""
	}
	defer f.Close()
	var salts [8]byte
	if _, err := f.ReadAt(salts[:], 16); err != nil {
		return ""
	}
	return hex.EncodeToString(salts[:])
}

// inLog reads which pages the committed frames of a log have, and how many pages the book has after the last
// of them: none where nothing is committed in it. It goes as far as SQLite does, to the first frame whose
// checksum is wrong.
func inLog(path string) (has map[uint32]bool, pages uint32) {
	f, err := os.Open(path)
	if err != nil {
		return nil, 0
	}
	defer f.Close()
	in := bufio.NewReaderSize(f, 1<<16)
	head := make([]byte, logHead)
	if _, err := io.ReadFull(in, head); err != nil {
		return nil, 0
	}
	var words binary.ByteOrder = binary.LittleEndian
	switch binary.BigEndian.Uint32(head) {
	case 0x377f0683:
		words = binary.BigEndian
	case 0x377f0682:
	default:
		return nil, 0
	}
	var a, b uint32
	sum := func(of []byte) {
		for ; len(of) >= 8; of = of[8:] {
			a += words.Uint32(of) + b
			b += words.Uint32(of[4:]) + a
		}
	}
	wrong := func(said []byte) bool {
		return a != binary.BigEndian.Uint32(said) || b != binary.BigEndian.Uint32(said[4:])
	}
	size := binary.BigEndian.Uint32(head[8:])
	if sum(head[:24]); wrong(head[24:]) || size > 1<<16 {
		return nil, 0
	}
	has = map[uint32]bool{}
	var open []uint32 // pages that aren't committed yet
	for frame := make([]byte, frameHead+size); ; {
		if _, err := io.ReadFull(in, frame); err != nil || string(frame[8:16]) != string(head[16:24]) {
			return has, pages
		}
		sum(frame[:8])
		if sum(frame[frameHead:]); wrong(frame[16:]) {
			return has, pages
		}
		open = append(open, binary.BigEndian.Uint32(frame))
		if after := binary.BigEndian.Uint32(frame[4:]); after > 0 {
			for _, page := range open {
				has[page] = true
			}
			pages, open = after, open[:0]
		}
	}
}

// restInLog tells whether a log has every page of a book beyond the first so many. So it is where the program
// was killed while it wrote the log back: that begins with the first page, which says how many there will be.
func restInLog(log string, whole uint32) bool {
	has, pages := inLog(log)
	for page := whole + 1; page <= pages; page++ {
		if !has[page] {
			return false
		}
	}
	return pages > 0
}
