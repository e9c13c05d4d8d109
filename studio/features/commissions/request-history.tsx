import type { CommissionMove } from '#contract/shop/commission-states.ts';
import type { CommissionDetails } from '#contract/studio/commissions.ts';
import { Card } from '../../ui/card.tsx';
import { Instant } from '../../ui/instant.tsx';
import styles from './commissions-screen.module.css';

const moveWords: Readonly<Record<CommissionMove, string>> = {
  quote: 'Quote sent',
  decline: 'Declined',
  withdraw: 'Withdrawn',
  expire: 'Quote expired',
  pay: 'Paid',
  payLicence: 'Paid, and the yearly licence recorded',
  endLicence: 'Refunded, and the yearly licence ended',
  draw: 'Drawing started',
  deliver: 'Delivered',
  askForChanges: 'Changes wanted',
  accept: 'Accepted',
  refund: 'Refunded',
  close: 'Closed',
  reopen: 'Reopened',
};

/** Every move of a request, oldest first, with what was said. */
export function RequestHistory({ letter }: { readonly letter: CommissionDetails }) {
  const { name, createdAt, moves } = letter;
  const byWhom = (by: string) => (by === 'buyer' ? name : by === 'shop' ? 'the shop itself' : by);
  return (
    <Card title="History">
      <ol className="stack-4">
        <li className={styles.reply}>
          <p>Received</p>
          <p className="note">
            {name}, <Instant at={createdAt} />
          </p>
        </li>
        {moves.map(({ move, by, note, movedAt }) => (
          <li key={movedAt + move} className={styles.reply}>
            <p>{moveWords[move]}</p>
            <p className="note">
              {byWhom(by)}, <Instant at={movedAt} />
            </p>
            {note !== '' && <p className={styles.text}>{note}</p>}
          </li>
        ))}
      </ol>
    </Card>
  );
}
