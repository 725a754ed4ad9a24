package store

import (
	"encoding/binary"
	"fmt"
)

// What a schema may have at most before SQLite reads it, all of it, into memory and without an end: a book's
// has some forty parts in twenty kilobytes.
const (
	mostParts  = 400
	mostSchema = 1 << 18
)

// Modest refuses a file, with ErrAltered, whose schema is far larger than a book's. It reads the table of the
// schema from the pages it lies in, as SQLite's file format has them; a file that can't be read so is left to
// SQLite to refuse.
func Modest(path string) error {
	f, end, err := openToLook(path)
	if err != nil {
		return err
	}
	defer end()
	head := make([]byte, 100)
	if _, err := f.ReadAt(head, 0); err != nil {
		return fmt.Errorf("%w: %v", ErrTruncated, err)
	}
	size := int64(binary.BigEndian.Uint16(head[16:]))
	if size == 1 {
		size = 1 << 16
	}
	parts, bytes, page := 0, uint64(0), make([]byte, size)
	for pages := []uint32{1}; len(pages) > 0; {
		number := pages[len(pages)-1]
		pages = pages[:len(pages)-1]
		if _, err := f.ReadAt(page, (int64(number)-1)*size); err != nil || number == 0 {
			return nil
		}
		at := 0
		if number == 1 {
			at = len(head)
		}
		cells, inner := int(binary.BigEndian.Uint16(page[at+3:])), page[at] == 5
		after := at + 8
		if inner {
			pages = append(pages, binary.BigEndian.Uint32(page[at+8:]))
			after += 4
		}
		for i := range cells {
			if after+2*i+2 > len(page) {
				return nil
			}
			cell := int(binary.BigEndian.Uint16(page[after+2*i:]))
			if cell+9 > len(page) {
				continue
			}
			if inner {
				pages = append(pages, binary.BigEndian.Uint32(page[cell:]))
			} else {
				bytes += varint(page[cell:])
			}
			if parts++; parts > mostParts || bytes > mostSchema {
				return &alteredError{[]Alteration{{What: "it has more tables, indexes, triggers and views, or longer " +
					"ones, than a book can have", unread: true}}}
			}
		}
	}
	return nil
}

// varint is a number as SQLite writes it, in one to nine bytes.
func varint(from []byte) (n uint64) {
	for _, b := range from[:8] {
		n = n<<7 | uint64(b&0x7f)
		if b < 0x80 {
			return n
		}
	}
	return n<<8 | uint64(from[8])
}
