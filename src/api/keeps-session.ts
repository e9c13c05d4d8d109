/**
 * Whether this browser lets the shop keep a session from one document to the next. Where it is told
 * to keep no site data the sign-in ends with the page, and so does the way to the checkout.
 */
export function keepsSession(): boolean {
  const key = 'storage-test';
  try {
    localStorage.setItem(key, '');
    localStorage.removeItem(key);
    return true;
  } catch {
    return false;
  }
}
