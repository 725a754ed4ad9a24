// Package last draws the last page of a night, or of an evening at several tables: who took it and since
// when, who paid whom, the seal; on the tablet, for who looks on, and on the wall.
package last
