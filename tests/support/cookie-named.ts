/** A cookie that an answer sets, as a browser sends it back; empty if it sets none with this name. */
export function cookieNamed(name: string, headers: Headers): string {
  const set = headers.getSetCookie().find((cookie) => cookie.startsWith(`${name}=`));
  return set?.split(';')[0] ?? '';
}
