/** A captive portal answers pictures with a page of its own; that must not be kept. */
export function isImage(response: Response): boolean {
  return response.headers.get('content-type')?.startsWith('image/') ?? false;
}
