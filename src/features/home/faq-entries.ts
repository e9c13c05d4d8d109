export interface FaqEntry {
  readonly question: string;
  readonly answer: string;
  /** Shown instead if the studio is on no social network. */
  readonly byMailAlone?: string;
}

/** The eight entries; some repeat the most important points for another question. */
export const faqEntries: readonly FaqEntry[] = [
  {
    question: 'Do you take custom requests?',
    answer:
      'Yes, customs are taken depending on availability. The custom status on this page says whether we are open.',
  },
  {
    question: 'How can I reach you?',
    answer: 'By e-mail or on social media. Both addresses are in the footer.',
    byMailAlone: 'By e-mail. Our addresses are in the footer.',
  },
  {
    question: 'Can fabric shops buy your designs?',
    answer:
      'Fabric shops may buy designs for commercial use. Please contact us for licensing before you print.',
  },
  {
    question: 'What are the dimensions of a design?',
    answer:
      'Dimensions vary by product. Each design lists the size of its files, all of them at 350 DPI.',
  },
  {
    question: 'When will customs open again?',
    answer:
      'Customs depend on availability, so we open for a few at a time. Sign up for updates and we’ll let you know.',
  },
  {
    question: 'My file looks wrong. Who do I ask?',
    answer: 'Write to us by e-mail or on social media with your order number, and we’ll fix it.',
    byMailAlone: 'Write to us by e-mail with your order number, and we’ll fix it.',
  },
  {
    question: 'I print fabric by the metre. Which licence do I need?',
    answer:
      'Fabric shops may buy designs for commercial use with a single-file licence. Contact us for licensing.',
  },
  {
    question: 'Will a pattern fit my panel or print?',
    answer:
      'Seamless patterns repeat to any size. Tile dimensions vary by product and are listed with it.',
  },
];
