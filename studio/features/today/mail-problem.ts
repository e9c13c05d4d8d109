/** Explains why an e-mail wasn't sent, from codes such as `EENVELOPE 550` or `attachments StoreUnreachable`. */
export function mailProblem(codes: string): string {
  return `${words(codes)} (${codes})`;
}

function words(codes: string): string {
  if (codes.startsWith('attachments ')) return 'The attached files can’t be read';
  if (/EAUTH|ENOAUTH|EOAUTH2/.test(codes)) return 'The mail server refused the shop’s sign-in';
  if (/EDNS|ECONNREFUSED|ECONNECTION|ESOCKET|ETIMEDOUT|ETLS/.test(codes)) {
    return 'The mail server can’t be reached';
  }
  if (/\b4\d\d$/.test(codes)) return 'The mail server asked us to try later';
  if (/EENVELOPE/.test(codes)) return 'The mail server refused the address';
  if (/EMESSAGE|\b5\d\d$/.test(codes)) return 'The mail server refused the e-mail';
  return 'The e-mail couldn’t be sent';
}
