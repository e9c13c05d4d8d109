/** Whether the shop puts this download together: a ZIP of an order, or of all since a day. */
export function isShopZip(link: string): boolean {
  return /^\/api\/orders\/(?:since\/)?[^/]+\/download$/.test(link);
}
