#!/usr/bin/env bash
# In WebKitGTK 2.50 `devicePixelRatio` and media queries of the resolution stay as they are while a page is zoomed, where
# Chromium and Firefox multiply them. What does follow is the used width of the thinnest border, which is one dot of the
# screen: at 200 % it is half a CSS pixel. Needs Debian's gir1.2-webkit2-4.1, python3-gi and xvfb.
set -euo pipefail
command -v xvfb-run > /dev/null || { echo 'Install xvfb first.'; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > seen.py <<'PY'
import json, sys
import gi
gi.require_version('Gtk', '3.0')
gi.require_version('WebKit2', '4.1')
from gi.repository import GLib, Gtk, WebKit2

zooms = [0.5, 1.0, 1.5, 2.0]
page = '<p id="thin" style="border: 0 solid; border-top-width: 0.01px">.'
ask = '''JSON.stringify([devicePixelRatio, matchMedia('(min-resolution: 1.4dppx)').matches,
  innerWidth, parseFloat(getComputedStyle(document.getElementById('thin')).borderTopWidth)])'''
seen = {}
window = Gtk.Window(default_width=900, default_height=600)
view = WebKit2.WebView()
window.add(view)
window.show_all()

def next_zoom():
    if not zooms:
        return Gtk.main_quit()
    view.set_zoom_level(zooms[0])
    # Asked until the layout has followed, which the width of the window shows.
    view.evaluate_javascript(ask, -1, None, None, None, answered)

def answered(_view, result):
    ratio, is_dense, width, border = json.loads(view.evaluate_javascript_finish(result).to_string())
    if abs(width * zooms[0] - 900) > 4:
        return GLib.timeout_add(50, lambda: next_zoom() and False)
    seen[zooms.pop(0)] = [ratio, is_dense, round(border, 2)]
    next_zoom()

view.connect('load-changed', lambda _, event: event == WebKit2.LoadEvent.FINISHED and next_zoom())
view.load_html(page, None)
GLib.timeout_add_seconds(60, lambda: sys.exit('No answer in time'))
Gtk.main()
version = [WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version()]
print('WebKitGTK', version, 'zoom: [devicePixelRatio, 1.4dppx or more, thinnest border]', seen)
assert version[:2] == [2, 50]
assert seen == {0.5: [1, False, 2], 1.0: [1, False, 1], 1.5: [1, False, 0.67], 2.0: [1, False, 0.5]}
PY
xvfb-run -a /usr/bin/python3 seen.py
