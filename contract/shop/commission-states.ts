/** The states of a commission, and the moves between them (decision 106). */

export const commissionStates = [
  'received',
  'quoted',
  'paid',
  'drawing',
  'delivered',
  'changes_wanted',
  'accepted',
  'declined',
  'expired',
  'withdrawn',
  'refunded',
  'closed',
] as const;
export type CommissionState = (typeof commissionStates)[number];

/** Who moves a commission. `shop` is the shop itself: a job, or the payment provider's answer. */
export const movers = ['buyer', 'studio', 'shop'] as const;
export type Mover = (typeof movers)[number];

interface Move {
  readonly from: readonly CommissionState[];
  readonly to: CommissionState;
  readonly by: readonly Mover[];
}

/**
 * Every move. `pay` also starts from `expired`, because a payment begun in time may be captured later; what takes a
 * new payment checks the quote. `payLicence` and `endLicence` are those of a yearly licence, for which nothing is drawn. `deliver` starts from `delivered` if the design has changed since. `close` ends a request that was settled outside the shop.
 */
export const commissionMoves = {
  quote: { from: ['received', 'quoted', 'expired'], to: 'quoted', by: ['studio'] },
  decline: { from: ['received', 'quoted', 'expired'], to: 'declined', by: ['studio'] },
  withdraw: { from: ['received', 'quoted', 'expired'], to: 'withdrawn', by: ['buyer'] },
  expire: { from: ['quoted'], to: 'expired', by: ['shop'] },
  pay: { from: ['quoted', 'expired'], to: 'paid', by: ['buyer', 'shop'] },
  payLicence: { from: ['quoted', 'expired', 'paid'], to: 'accepted', by: ['buyer', 'shop'] },
  endLicence: { from: ['accepted'], to: 'refunded', by: ['shop'] },
  draw: { from: ['paid', 'changes_wanted'], to: 'drawing', by: ['studio'] },
  deliver: { from: ['drawing', 'delivered'], to: 'delivered', by: ['studio'] },
  askForChanges: { from: ['delivered'], to: 'changes_wanted', by: ['buyer', 'studio'] },
  accept: { from: ['delivered'], to: 'accepted', by: ['buyer', 'studio', 'shop'] },
  refund: {
    from: ['paid', 'drawing', 'delivered', 'changes_wanted'],
    to: 'refunded',
    by: ['studio', 'shop'],
  },
  close: { from: ['received', 'expired'], to: 'closed', by: ['studio'] },
  reopen: { from: ['closed', 'declined'], to: 'received', by: ['studio'] },
} as const satisfies Readonly<Record<string, Move>>;
export type CommissionMove = keyof typeof commissionMoves;
export const commissionMoveNames = Object.keys(commissionMoves) as CommissionMove[];

/** Whether somebody may make this move in this state. The rounds of a quote limit `askForChanges` further. */
export function mayMove(state: CommissionState, move: CommissionMove, mover: Mover): boolean {
  const { from, by }: Move = commissionMoves[move];
  return from.includes(state) && by.includes(mover);
}

/** The states in which the rest of a price can be paid, after its deposit. */
export const restStates: readonly CommissionState[] = [
  'paid',
  'drawing',
  'delivered',
  'changes_wanted',
  'accepted',
];

/** The states that no buyer and no designer waits for any more. */
export const finalStates: readonly CommissionState[] = [
  'accepted',
  'declined',
  'expired',
  'withdrawn',
  'refunded',
  'closed',
];

/** How pages and messages name a state. */
export const stateWords: Readonly<Record<CommissionState, string>> = {
  received: 'Received',
  quoted: 'Quoted',
  paid: 'Paid',
  drawing: 'Being drawn',
  delivered: 'Delivered',
  changes_wanted: 'Changes wanted',
  accepted: 'Accepted',
  declined: 'Declined',
  expired: 'Quote expired',
  withdrawn: 'Withdrawn',
  refunded: 'Refunded',
  closed: 'Closed',
};
