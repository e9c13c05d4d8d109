/** A window with a history of its own; steps of the browser are reported at once. */
export function fakeWindow(first: string) {
  const entries: { state: unknown; path: string }[] = [{ state: null, path: first }];
  let at = 0;
  let report = () => {};
  const set = (place: number, state: unknown, path: string) => {
    entries.splice(place, entries.length, { state, path: path || (entries[at]?.path ?? '') });
    at = place;
  };
  const history = {
    get state() {
      return entries[at]?.state ?? null;
    },
    pushState: (state: unknown, _: string, path = '') => set(at + 1, state, path),
    replaceState(state: unknown, _: string, path = '') {
      entries[at] = { state, path: path || (entries[at]?.path ?? '') };
    },
    go(delta: number) {
      at += delta;
      report();
    },
  };
  const location = {
    get pathname() {
      return entries[at]?.path.replace(/\?.*/, '') ?? '';
    },
    search: '',
    hash: '',
    origin: 'http://shop',
  };
  const browser = {
    history,
    location,
    addEventListener: (_: string, listener: () => void) => {
      report = listener;
    },
    removeEventListener: () => {},
  };
  return browser as unknown as Window;
}
