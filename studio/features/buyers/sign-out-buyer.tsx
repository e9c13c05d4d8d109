import { useState } from 'react';
import { type Buyer, buyerCalls } from '#contract/studio/buyers.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import { request } from '../../api/studio-client.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { nameOf } from './buyer-words.tsx';

interface SignOutBuyerProps {
  readonly buyer: Buyer;
  readonly onChanged: (buyer: Buyer) => void;
}

/** Ends all of a buyer's sessions at once, for example after a lost phone. */
export function SignOutBuyer({ buyer, onChanged }: SignOutBuyerProps) {
  const [isAsking, setAsking] = useState(false);
  if (buyer.sessions === 0 && !isAsking) return null;
  return (
    <>
      <Button variant="quiet" onClick={() => setAsking(true)}>
        Sign out everywhere
      </Button>
      {isAsking && (
        <Confirm
          title={`Sign ${nameOf(buyer)} out?`}
          action="Sign out everywhere"
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            onChanged(await request(buyerCalls.signOutBuyer, { params: { buyerId: buyer.id } }));
            toast.success(`${nameOf(buyer)} is signed out everywhere.`);
          }}
        >
          <p>Every device will ask for the password again. Orders and files stay.</p>
        </Confirm>
      )}
    </>
  );
}
