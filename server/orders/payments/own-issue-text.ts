import type { PaymentTrouble } from '../../platform/settings/payment-troubles.ts';
import { isListed, type OwnSort, ownSortOf } from './paypal-issues.ts';

/** What is wrong, and where to correct it. */
interface Words {
  readonly text: string;
  readonly advice: string;
}

const words: Readonly<Record<OwnSort, Words>> = {
  credentials: {
    text: 'PayPal refuses the shop’s credentials',
    advice:
      'Check PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET and PAYPAL_ENVIRONMENT against the app in PayPal’s developer dashboard, and restart the shop.',
  },
  permission: {
    text: 'PayPal doesn’t let the shop’s app do this',
    advice:
      'In PayPal’s developer dashboard, open the app of PAYPAL_CLIENT_ID and check that it belongs to your account and may accept payments. If it does, contact PayPal’s merchant support.',
  },
  account: {
    text: 'Your PayPal account is restricted, locked or not verified',
    advice:
      'Sign in at paypal.com with the account that receives the payments. The notifications and the Resolution Center say what PayPal needs from you.',
  },
  method: {
    text: 'Your PayPal account can’t take some payments',
    advice:
      'Sign in at paypal.com and check in the account settings which ways to pay and which amounts your account may accept, or contact PayPal’s merchant support.',
  },
  balance: {
    text: 'Your PayPal balance is too low for a refund',
    advice:
      'Sign in at paypal.com, add money or link a bank account. Then make the refund again from the order.',
  },
  number: {
    text: 'PayPal already has a payment with the number of an order',
    advice:
      'Another shop may use the same PayPal account and the same numbers. Give each shop an account of its own, or allow repeated invoice numbers in the account settings at paypal.com.',
  },
  request: {
    text: 'PayPal doesn’t accept a request of the shop',
    advice:
      'Look the code up in PayPal’s list of errors, or ask PayPal’s merchant support. The shop’s log has the debug id that they need.',
  },
};

const operationNames: Readonly<Record<PaymentTrouble['operation'], string>> = {
  create: 'creating an order',
  capture: 'taking a payment',
  refund: 'refunding a payment',
};

/** Describes a refusal that the shop has to correct, for staff. */
export function ownIssueText({
  operation,
  issue,
}: Pick<PaymentTrouble, 'operation' | 'issue'>): Words {
  const { text, advice } = words[ownSortOf(issue) ?? 'request'];
  const code = isListed(issue) ? issue : `${issue}, which this shop doesn’t know`;
  return { text: `${text} (${code}, when ${operationNames[operation]}).`, advice };
}
