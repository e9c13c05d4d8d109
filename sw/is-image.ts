/** Whether the response is an image. Captive portals answer with a page, which must not be cached. */
export function isImage(response: Response): boolean {
  return response.headers.get('content-type')?.startsWith('image/') ?? false;
}
