/** The URL of an e-mail to the studio; null if no address is known. */
export function mailToStudio(
  designers: readonly { readonly email: string }[],
  subject: string,
  body = '',
): string | null {
  const to = designers.map(({ email }) => email).join(',');
  if (to === '') return null;
  const text = body === '' ? '' : `&body=${encodeURIComponent(body)}`;
  return `mailto:${to}?subject=${encodeURIComponent(subject)}${text}`;
}
