package store

// Owner is for systems where root makes files in somebody's place: here a file has the rights of its folder.
type Owner struct{}

// OwnerOf is nobody.
func OwnerOf(string) Owner { return Owner{} }

// Give does nothing.
func (Owner) Give(...string) error { return nil }
