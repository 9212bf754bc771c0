# Two types of values; locations 1 = leaf inlined into parse, 2 = main, 3 = unknown in libc, 4 = malloc.
types=$(part 1 "$(number 1 1)$(number 2 2)")$(part 1 "$(number 1 3)$(number 2 4)")
functions=$(part 5 "$(number 1 1)$(number 2 5)$(number 4 9)")$(part 5 "$(number 1 2)$(number 2 6)$(number 4 9)")
functions=$functions$(part 5 "$(number 1 3)$(number 2 7)")$(part 5 "$(number 1 4)$(number 3 8)")
line() { part 4 "$(number 1 "$1")$(number 2 "$2")"; }
locations=$(part 4 "$(number 1 1)$(number 2 1)$(line 1 3)$(line 2 8)")$(part 4 "$(number 1 2)$(line 3 1)")
locations=$locations$(part 4 "$(number 1 3)$(number 2 9)")$(part 4 "$(number 1 4)$(line 4 0)")
locations=$locations$(part 4 "$(number 1 5)")
mappings=$(part 3 "$(number 1 1)$(number 5 10)")$(part 3 "$(number 1 9)$(number 5 11)")
labels=$(part 3 "$(number 1 12)$(number 2 13)")$(part 3 "$(number 1 14)$(number 3 64)$(number 4 4)")
samples=$(part 2 "$(part 1 0102)$(part 2 0507)$labels")         # packed
samples=$samples$(part 2 "$(number 1 3)$(number 1 2)$(number 2 1)$(number 2 2)")  # one by one
samples=$samples$(part 2 "$(part 1 0402)$(part 2 0300)")        # no weight of the second type
samples=$samples$(part 2 "$(part 1 05)$(part 2 0101)")$(part 2 "$(part 2 0101)")
strings=$(text 6 '')
for string in space bytes count unit leaf parse main 'malloc;x' main.go /bin/shop /lib/libc.so.6 worker a=b \
	size '(?:parse|m[a-z]*;x)' 'pars.*'; do
	strings=$strings$(text 6 "$string")
done
