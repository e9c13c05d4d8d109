/** Whether it is the shell of a version of the shop: its page names code, and only files that this version has. */
export async function isShellOf(
  hasFile: (path: string) => boolean,
  response: Response,
): Promise<boolean> {
  const html = await response.clone().text();
  const named = Array.from(html.matchAll(/ (?:src|href)="(\/assets\/[^"]+)"/g), ([, path]) => path);
  return named.length > 0 && named.every((path) => path !== undefined && hasFile(path));
}
