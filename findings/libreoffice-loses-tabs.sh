#!/usr/bin/env bash
# LibreOffice 7.4.7 (Debian 12) opens a CSV file with a tab in a quoted field and shows it, but loses it once the sheet
# was saved as ODS: a CSV written from that has "ab" for "a<tab>b". Line breaks stay. Needs libreoffice-calc-nogui.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf 'id,text\r\n1,"a\tb"\r\n2,"a\nb"\r\n' > in.csv
format='44,34,76,1,,0,false,true,false'
office=(soffice --headless "-env:UserInstallation=file://$folder/profile")
soffice --version
"${office[@]}" "--infilter=CSV:$format" --convert-to ods:calc8 in.csv > /dev/null 2>&1
"${office[@]}" --convert-to "csv:Text - txt - csv (StarCalc):$format" --outdir out in.ods > /dev/null 2>&1
cat out/in.csv
[ "$(cat out/in.csv)" = "$(printf 'id,text\n1,ab\n2,"a\nb"')" ]
