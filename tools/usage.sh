# Sourced by scripts of package.json: prints the comment at the top of the script for --help, and refuses other options.
case ${1-} in
  -h | --help)
    sed -n '2,/^[^#]/s/^# //p' "${BASH_SOURCE[1]}"
    exit 0
    ;;
  -*)
    echo "Unknown option '$1' (--help says what there is)" >&2
    exit 2
    ;;
esac
