module bridge

go 1.25.0

require github.com/a2aproject/a2a-go v0.3.15

require github.com/google/uuid v1.6.0 // indirect
