import { Link } from 'react-router';
import { commissionCalls, commissionMessages } from '#contract/studio/commissions.ts';
import { Button } from '#ui/button.tsx';
import { useBusy } from '#ui/use-busy.ts';
import { request } from '../../api/studio-client.ts';
import { Card } from '../../ui/card.tsx';
import type { LetterPartProps } from './letter-part.ts';

/** Copies an accepted design for the shop, unless it is exclusive. */
export function ShopDesign({ letter, onChanged, onStale }: LetterPartProps) {
  const { _id: id, state, quotes, design, isForShop } = letter;
  const [isBusy, begin] = useBusy('The shop can’t be reached. Nothing was changed.', onStale);
  if (state !== 'accepted' || !design) return null;
  const isExclusive = (quotes[0] ?? letter).designType === 'Exclusive';
  return (
    <Card title="In the shop">
      {isExclusive && <p>{commissionMessages.exclusive}</p>}
      {isForShop && (
        <p>
          <Link to={`/designs/${id}`}>Open its copy for the shop</Link>
        </p>
      )}
      {!isExclusive && !isForShop && (
        <>
          <p>A copy with its pictures and files becomes a draft, which you can edit and publish.</p>
          <div className="line-3">
            <Button
              variant="paper"
              aria-disabled={isBusy}
              aria-busy={isBusy}
              onClick={() =>
                void begin(async () =>
                  onChanged(await request(commissionCalls.putInShop, { params: { id } })),
                )
              }
            >
              Put it in the shop
            </Button>
          </div>
        </>
      )}
    </Card>
  );
}
