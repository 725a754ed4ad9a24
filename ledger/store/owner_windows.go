package store

// Owner is for systems where root makes files in somebody's place: here a file has the rights of its folder.
type Owner struct{}

func OwnerOf(string) Owner { return Owner{} }

func (Owner) Give(...string) error { return nil }
