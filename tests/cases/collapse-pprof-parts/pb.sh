# Messages of Protocol Buffers, in hexadecimal: number FIELD VALUE, part FIELD HEX, text FIELD TEXT; all
# below 128.
number()
{
	printf '%02x%02x' $(($1 * 8)) "$2"
}
part()
{
	printf '%02x%02x%s' $(($1 * 8 + 2)) $((${#2} / 2)) "$2"
}
text()
{
	part "$1" "$(printf %s "$2" | od -An -v -tx1 | tr -d ' \n')"
}
# The bytes: octal escapes for printf.
bytes()
{
	escapes=$(printf %s "$1" | sed 's/../& /g' | tr ' ' '\n' | while read -r byte; do
		printf '\\%03o' "0x$byte"
	done)
	# shellcheck disable=SC2059 # the escapes are the format
	printf "$escapes"
}
