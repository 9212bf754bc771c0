"""What our reader of DWARF says of random addresses of a program's code, and what addr2line and
llvm-addr2line, where there are both, say:

    compare.py INLINES COUNT FILE [OPTION]...

Options are passed on to INLINES (inlines.c). With one of the others it must agree on all frames of an
address: name, file and line; and some must be inlined. Neither is always right: addr2line of binutils 2.40 does not find inlined
functions of clang's DWARF 5, whose lists of ranges begin with an index, and calls the innermost function
by the symbol's name; llvm-addr2line 14 calls the outermost by that. Both print a plain name where ours
is qualified ("f", "ns::C::f").
"""
import random
import re
import shutil
import subprocess
import sys


def code_of(path):
    """Ranges of the sections with code, through readelf."""
    text = subprocess.run(["readelf", "-SW", path], capture_output=True, text=True).stdout
    found = re.findall(r"\] (\S+) +PROGBITS +(\w+) (\w+) (\w+) \w+ +\w*X", text)
    return [(int(at, 16), int(size, 16)) for name, at, _, size in found if name == ".text"]


def pick(ranges, count):
    random.seed(13)
    sizes = [size for _, size in ranges]
    chosen = set()
    for at, size in random.choices(ranges, sizes, k=count):
        chosen.add(at + random.randrange(size))
    return sorted(chosen)


def parse(text):
    """The answers by address: a list of (name, file, line). addr2line prints "?" for line 0."""
    answers, lines, i = {}, text.split("\n"), 0
    while i < len(lines):
        if re.fullmatch(r"0x[0-9a-f]+", lines[i]):
            frames = answers.setdefault(int(lines[i], 16), [])
            i += 1
        elif i + 1 < len(lines):
            place = re.sub(r" \(discriminator \d+\)$", "", lines[i + 1])
            file, line = place.rsplit(":", 1)
            frames.append((lines[i], file, "0" if line == "?" else line))
            i += 2
        else:
            i += 1
    return answers


def ask(command, addresses):
    wanted = "".join("%x\n" % address for address in addresses)
    done = subprocess.run(command, input=wanted, capture_output=True, text=True, errors="replace")
    sys.stderr.write(done.stderr)
    return parse(done.stdout)


def same_name(ours, theirs, symbols):
    return (ours == theirs or theirs in symbols or ours == "??" or ours.endswith("::" + theirs) or
            ours.endswith("." + theirs))


def difference(ours, theirs, symbols):
    """None, or in what two answers differ."""
    if len(ours) != len(theirs):
        return "depth"
    for i, (our, their) in enumerate(zip(ours, theirs)):
        # Only the names at the ends may be symbols: those between are DWARF's.
        ends = symbols if i == 0 or i == len(ours) - 1 else ()
        if not same_name(our[0], their[0], ends):
            return "name"
        if our[2] != their[2]:
            return "line"
        if our[1] != their[1] and our[2] != "0":
            return "file"
    return None


def describe(who, answer):
    print("  %-15s %s" % (who, " < ".join(map(":".join, answer))))


def main():
    program, count, path, *options = sys.argv[1:]
    addresses = pick(code_of(path), int(count))
    symbols = set(subprocess.run(["nm", path], capture_output=True, text=True).stdout.split())
    ours = ask([program] + options + [path], addresses)
    peers = {}
    for peer in "addr2line", "llvm-addr2line":
        if shutil.which(peer):
            peers[peer] = ask([peer, "-a", "-i", "-f", "-e", path], addresses)
    kinds = {peer: {} for peer in peers}
    alone = 0
    for address in addresses:
        found = {peer: difference(ours[address], peers[peer][address], symbols) for peer in peers}
        for peer, kind in found.items():
            if kind:
                kinds[peer][kind] = kinds[peer].get(kind, 0) + 1
        if not all(found.values()):
            continue
        alone += 1
        if alone <= 5:
            print("%x" % address)
            describe("ours", ours[address])
            for peer in peers:
                describe(peer, peers[peer][address])
    deep = sum(len(answer) > 1 for answer in ours.values())
    print("%d addresses, %d of them inlined, alone with the answer: %d" % (len(addresses), deep, alone))
    for peer in peers:
        print("  different from %s: %s" % (peer, kinds[peer] or 0))
    return 1 if alone or not deep else 0


sys.exit(main())
