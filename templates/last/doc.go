// Package last draws the last page of a night, of an evening at several tables (Closed), and of a season
// (Season): who took it and since when, who paid whom, the seal; on the tablet, for who looks on, and on the
// wall.
package last
