import type { WrittenPageName } from '#contract/shop/written-page.ts';
import type { Content } from '#contract/studio/content.ts';

/** When these texts were written, as the date of their version. */
export const firstPagesAt = '2026-11-30T12:00:00.000Z';

/** The first version of the pages of text. What they say of the shop is what its code does: change both together. */
export const firstPages: Pick<Content, WrittenPageName> = {
  about: {
    lead: '{shop} is a small studio. We draw patterns, clip art and branding kits by hand, for people who make things.',
    people: [],
    sections: [
      {
        title: 'How we work',
        text: `Every design begins on paper and ends as files at 350 DPI that you can print, sew and cut. We draw what we would like to sew ourselves, try each repeat on cloth, and only then put it in [the shop](/shop).

Would you like a pattern of your own? We draw a few [custom designs](/) at a time.`,
      },
    ],
  },
  privacy: {
    lead: 'What {shop} stores about you, why, for how long, and how you can have it deleted. In short: what your purchases need, and nothing to follow you around.',
    sections: [
      {
        title: 'No tracking',
        text: `The shop has no advertising, no analytics and no cookies of other companies. Its pictures, fonts and scripts come from the shop itself or from storage that it rents. Only the checkout loads something of another company: PayPal’s payment window.

There is one cookie. It recognises a device on which you signed in, so that somebody else’s wrong passwords can’t lock you out. It proves nothing else, and ends after 400 days.`,
      },
      {
        title: 'Looking around',
        text: `You need no account to look at designs. Your cart, your wishlist, what you looked at and what you began to write stay on your device until you sign in or send them. [App and offline storage](/app-storage) shows what is stored there, and deletes it.

Searches without a result are counted by their words and the day, for 400 days, and nobody can see who searched. Words with an e-mail address, a link or a long number aren’t counted.`,
      },
      {
        title: 'Your network address',
        text: `To keep out people who guess passwords or send floods of messages, the shop counts attempts by account, by network address and by e-mail: of IPv6, only the part that names a network, and of an e-mail only its hash. Such a count is deleted after two days at most. The company that runs the server may keep logs of its own.`,
      },
      {
        title: 'Your account',
        text: `- **What you typed at sign-up**: your name, e-mail, kind of shop and the link to it. We read it to approve your account. Your password is stored so that nobody can read it.
- **If you enter them**: company, address and tax ID for your receipts, and the licence for a year that you agreed with us. The company is on the licence cards of later orders too.
- **Your devices**: their browser and system, the name that you gave them, and when they signed in. A sign-in ends after 30 days without a visit, and after 90 days at the latest.
- **Your colleagues**: if somebody shares your account, their name, e-mail, devices and a password of their own. You both see the other’s name and e-mail. Whoever doesn’t answer an invitation is forgotten after 37 days.
- **Your lists**: cart, wishlist, saved searches, how you looked at a design on cloth, and what you counted as sold.
- **Notifications**: if you allow them, the address that your browser’s push service gave us.

All of it stays until you change it or delete your account. An e-mail that you changed stays for 72 hours more, so that you can undo it. Our activity log keeps what we did with an account, such as approving it or the reason why we didn’t, also after you delete it.`,
      },
      {
        title: 'Your orders',
        text: `An order keeps the name, e-mail, country and city of the checkout, the designs with their prices and licences, the coupon, the version of the terms, and the numbers of its payment, refunds and receipts. Downloads are only counted.

Each licence has a card with your name and, if you entered one, your company. Anyone who has the card, its link or its code can read them, and copies that you passed on can be read after you delete your account, too.

Tax law makes us keep orders. If you delete your account, we empty the name, the e-mail and the city in them, and your licence cards and the details on your receipts are deleted.`,
      },
      {
        title: 'Your reviews',
        text: `If you review a design that you have, we store your stars, your words, your photo and the day, and read them before they are shown. Then anybody can see them beside the design, with your first name and the first letter of your last name, as they were when you wrote it. You can take a review back in My orders at any time, and your reviews are deleted with your account.`,
      },
      {
        title: 'Payment',
        text: `PayPal takes the payment and has a [privacy statement](https://www.paypal.com/webapps/mpp/ua/privacy-full) of its own. We send it the order’s number and the amount. It tells us whether you paid, and what it keeps of the payment. We never see your card or your PayPal password.`,
      },
      {
        title: 'Messages and custom requests',
        text: `We store what you write to us, with your name, your e-mail and your pictures, and our answers and notes, to answer it. Messages are deleted a year after the last one, and custom requests a year after they are closed. Their pictures go earlier: a month after the request is closed, or 90 days after the last message.

What you write also reaches our mailboxes, with its pictures, and so does what else waits for us, such as a sign-up or an order. If you answer one of our e-mails, your answer stays in the mailbox that we read, too. These e-mails aren’t deleted with your account. If you want that, [ask us](/contact).`,
      },
      {
        title: 'E-mails',
        text: `You get e-mails about what you do here: receipts, codes, answers, and changes of your account. News about designs, prices or custom requests comes only if you asked for it, and each such e-mail has a link that ends it. If you ask for news from the studio, we store your e-mail then, when and where you asked, the words you agreed to, when you confirmed and ended it, and which newsletters you got, so that none reaches you twice, until you delete your account. We may then also e-mail you, once, about designs left in your cart, and store when we did. An e-mail’s text is deleted once it is sent, and that it was sent a week later. Of one about a conversation, its number stays for a year, so that your answer finds its place.`,
      },
      {
        title: 'Backups',
        text: 'A backup has a copy of everything in the shop. We keep the latest ones, and what was deleted leaves them when newer ones take their place.',
      },
      {
        title: 'Your rights',
        text: `In [My account](/dashboard/my-account) you can read and correct what you entered, download everything that is stored about you, and delete your account. If something else about you should be corrected or deleted, [ask us](/contact). You may also complain to the data protection authority of your country.`,
      },
    ],
  },
  imprint: {
    lead: 'Who runs this shop, and is responsible for what it says.',
    sections: [
      {
        title: 'Responsible',
        text: `**{seller}**

{address}`,
      },
      {
        title: 'What we sell',
        text: 'Digital design files under a licence. [Write to us](/contact) about anything. [The terms](/terms-conditions) say what you may do with them, and [Privacy](/privacy) what we store about you.',
      },
    ],
  },
  accessibility: {
    lead: 'Everybody should be able to choose, buy and download a design here. This page says what we check, what doesn’t work yet, and how to tell us.',
    sections: [
      {
        title: 'What is checked',
        text: `Our goal is level AA of the Web Content Accessibility Guidelines. These are tests that run with every version of the shop:

- **Contrast**: each pair of text and ground in the shop’s colours has the ratio of level AA. A change of colours that hasn’t is refused.
- **Keyboard**: a design is found, bought and downloaded by keyboard alone. The first Tab skips to the content, and the focus goes to the heading of each new screen.
- **Screen readers**: the screens of the shop, its dialogs and menus are scanned with axe for missing names, roles and labels, and must have no faults. New screens and results are announced.
- **Zoom**: no screen scrolls sideways at a width of 360 pixels, which is a zoom of 400 % in a window of 1440 pixels.
- **Touch**: on a phone, the buttons of header, cards and lists are at least 44 pixels high.
- **Motion**: with “reduced motion” in your system’s settings, the pictures of the home page don’t move by themselves.`,
      },
      {
        title: 'What doesn’t work yet',
        text: `- PayPal’s payment window is made by PayPal. We can’t change how accessible it is.
- The picture of a design has its title as its text. What is drawn on it is only in the description.
- On “See it on cloth”, whether a print looks right can only be seen. Its measures are there as text, too.
- The PDF receipts are tagged, but weren’t tried with every screen reader.
- Tests of screen readers check names and roles. Not every version was tried by people who use one every day.`,
      },
      {
        title: 'Tell us',
        text: 'If something keeps you from using the shop, please [write to us](/contact): what you wanted to do, and with which browser or aid. We answer, and until it is repaired we do it for you by e-mail.',
      },
    ],
  },
};
