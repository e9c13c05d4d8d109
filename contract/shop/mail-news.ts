/** E-mails to many, which each reader can end: the name of each kind in links, and in words after “e-mails”. */
export const mailNews = {
  newDesigns: 'about new designs for your saved searches',
  customsOpen: 'when custom requests open',
  filesReplaced: 'when a design you bought gets new files',
  yearlyLicence: 'before your yearly licence ends',
  letters: 'with news from the studio',
  fullCart: 'about designs left in your cart',
} as const;

export type MailNewsKind = keyof typeof mailNews;

export function isMailNewsKind(name: string): name is MailNewsKind {
  return Object.hasOwn(mailNews, name);
}
