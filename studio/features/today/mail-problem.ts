/**
 * Explains why an e-mail wasn't sent, from its codes, which may be followed by words: `EENVELOPE 550: User unknown`,
 * `attachments StoreUnreachable`.
 */
export function mailProblem(problem: string): string {
  return `${meaning(problem)} (${problem})`;
}

function meaning(problem: string): string {
  const [codes = ''] = problem.split(':');
  if (codes.startsWith('attachments ')) return 'The attached files can’t be read';
  if (codes.startsWith('unrecorded ')) return 'It was sent, but that couldn’t be recorded';
  if (/EAUTH|ENOAUTH|EOAUTH2/.test(codes)) return 'The mail server refused the shop’s sign-in';
  if (/EDNS|ECONNREFUSED|ECONNECTION|ESOCKET|ETIMEDOUT|ETLS/.test(codes)) {
    return /certificate/i.test(problem)
      ? 'The mail server’s certificate can’t be trusted'
      : 'The mail server can’t be reached';
  }
  if (/\b4\d\d$/.test(codes)) return 'The mail server asked us to try later';
  if (/EENVELOPE/.test(codes)) return 'The mail server refused the address';
  if (/EMESSAGE|\b5\d\d$/.test(codes)) return 'The mail server refused the e-mail';
  return 'The e-mail couldn’t be sent';
}
