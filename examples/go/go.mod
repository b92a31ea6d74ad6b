module petstore-example

go 1.22
