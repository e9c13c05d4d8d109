/**
 * Whether this browser lets the shop keep a session between documents. If it blocks site data, the session
 * ends with the page, so the buyer can't reach the checkout, which is a document of its own.
 */
export function canPersistSession(): boolean {
  const key = 'storage-test';
  try {
    localStorage.setItem(key, '');
    localStorage.removeItem(key);
    return true;
  } catch {
    return false;
  }
}
