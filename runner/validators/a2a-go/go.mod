module bridge

go 1.25.0

require github.com/a2aproject/a2a-go/v2 v2.3.1

require github.com/google/uuid v1.6.0 // indirect
