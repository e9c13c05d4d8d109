import { useState } from 'react';
import { type Buyer, buyerCalls } from '#contract/studio/buyers.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import { request } from '../../api/studio-client.ts';
import { Card } from '../../ui/card.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Instant } from '../../ui/instant.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import { nameOf } from './buyer-words.tsx';
import styles from './buyers.module.css';

interface ColleaguesProps {
  readonly buyer: Buyer;
  readonly onChanged: (buyer: Buyer) => void;
}

/** Who shares a buyer’s account, and who is invited to. They are the buyer’s affair; the studio can remove who has joined. */
export function Colleagues({ buyer, onChanged }: ColleaguesProps) {
  const now = Date.now();
  const [asked, setAsked] = useState<Buyer['colleagues'][number] | null>(null);
  return (
    <Card title="Colleagues">
      <p>Who joins signs in to {nameOf(buyer)}’s account with a password of their own.</p>
      <ul className={styles.rows}>
        {buyer.colleagues.map((colleague) => (
          <li key={colleague.id}>
            <span>
              {colleague.firstName} {colleague.lastName}, <PersonName name={colleague.email} />,
              since <Instant at={colleague.joinedAt} />
            </span>
            <Button variant="quiet" onClick={() => setAsked(colleague)}>
              Remove<span className="visually-hidden"> {colleague.email}</span>
            </Button>
          </li>
        ))}
        {buyer.invitations.map(({ id, email, invitedAt, expiresAt }) => (
          <li key={id}>
            <span>
              <PersonName name={email} />, invited <Instant at={invitedAt} />.{' '}
              {Date.parse(expiresAt) > now ? 'Hasn’t joined yet.' : 'The invitation has expired.'}
            </span>
          </li>
        ))}
      </ul>
      {asked && (
        <Confirm
          title={`Remove ${asked.firstName} ${asked.lastName}?`}
          action="Remove"
          onClose={() => setAsked(null)}
          onConfirm={async () => {
            const params = { buyerId: buyer.id, colleagueId: asked.id };
            onChanged(await request(buyerCalls.removeColleague, { params }));
            toast.success(`${asked.firstName} ${asked.lastName} is removed.`);
          }}
        >
          <p>
            They are signed out at once, can no longer sign in, and get an e-mail. {nameOf(buyer)}{' '}
            can invite them again.
          </p>
        </Confirm>
      )}
    </Card>
  );
}
