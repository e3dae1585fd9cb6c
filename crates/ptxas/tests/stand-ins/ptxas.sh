#!/bin/sh
# Replaces ptxas in tests. '--do=WHAT' selects what it does. The default is to copy the input to the output.
# '--ready=FILE' creates the file when 'hang' hangs.
output= input= what= ready=
arguments=$(printf '%s\n' "$@")
while [ $# -gt 0 ]; do
    case $1 in
        -o) shift; output=$1 ;;
        -arch) shift ;;
        --do=*) what=${1#--do=} ;;
        --ready=*) ready=${1#--ready=} ;;
        -*) ;;
        *) input=$1 ;;
    esac
    shift
done
case $what in
    '') cp "$input" "$output" ;;
    # A sleeping process in the group has both pipes open. Its process ID is the last word.
    hang) sleep 600 & echo "asleep $!" >&2; [ -z "$ready" ] || : > "$ready"; wait ;;
    # A sleeping process in the group has both pipes open, and this process exits.
    linger) sleep 600 & echo "left $!" >&2; cp "$input" "$output" ;;
    # The same in another process group, which is not killed.
    escape)
        setsid sleep 600 &
        until [ "$(cut -d' ' -f5 /proc/$!/stat)" = $! ]; do :; done
        echo "escaped $!" >&2
        cp "$input" "$output"
        ;;
    signal-*) kill -s "${what#signal-}" $$ ;;
    exit-*) echo 'ptxas fatal   : as asked' >&2; exit "${what#exit-}" ;;
    # Ten million bytes on each pipe, alternately. Each part is larger than the buffer of a pipe.
    loud)
        i=0
        while [ $i -lt 10 ]; do
            head -c 1000000 /dev/zero | tr '\0' e >&2
            head -c 1000000 /dev/zero | tr '\0' o
            i=$((i + 1))
        done
        cp "$input" "$output"
        ;;
    # More than is kept, or without end.
    flood) head -c 20000000 /dev/zero | tr '\0' x >&2; echo end >&2; cp "$input" "$output" ;;
    endless) while :; do printf x; done >&2 ;;
    fifo) mkfifo "$output" ;;
    huge) truncate -s 40G "$output" ;;
    bytes) printf 'warning: \377\376\n' >&2; cp "$input" "$output" ;;
    nothing) ;;
    empty) : > "$output" ;;
    folder) mkdir "$output" ;;
    litter) echo x > "$(dirname "$output")/other"; cp "$input" "$output" ;;
    modes) stat -c %a "$(dirname "$input")"; cp "$input" "$output" ;;
    arguments) echo "$arguments"; cp "$input" "$output" ;;
    cat-knobs) cat "$(echo "$arguments" | sed -n 's/^--knobs-file=//p')" && cp "$input" "$output" ;;
esac
