import { paths } from '#contract/shop/paths.ts';
import { LinkButton } from '#ui/button.tsx';
import { ChoiceActions, ChoiceNote, ChoicePart, type ChoicePartProps } from '#ui/choice-part.tsx';
import { timeAgo } from '#ui/time-ago.ts';
import styles from './pack-list.module.css';
import { PackState } from './pack-state.tsx';
import { useSeasonPacks } from './use-season-packs.ts';

/** The listings kept offline on this device, with how much they take, their age, and a button to remove each. */
export function PackList({ level }: Pick<ChoicePartProps, 'level'>) {
  const packs = useSeasonPacks();
  const now = Date.now();
  return (
    <ChoicePart title="Saved for the market" level={level}>
      <p>
        “Save for the market” below the shop’s designs, a search, a collection, your wishlist or
        your orders stores their pictures in a large size. “Show to customers” shows them without
        prices.
      </p>
      <ChoiceActions>
        <LinkButton variant="paper" to={paths.stall.path}>
          Show to customers
        </LinkButton>
      </ChoiceActions>
      {packs && packs.length > 0 && (
        <>
          <ul className="stack-4">
            {packs.map((pack) => (
              <li key={pack.id} className={styles.pack}>
                <p className={styles.name}>{pack.name}</p>
                {pack.status === 'done' && (
                  <ChoiceNote>Checked {timeAgo(pack.checkedAt, now)}</ChoiceNote>
                )}
                <PackState pack={pack} />
              </li>
            ))}
          </ul>
          <p>
            When this device runs out of space, pictures you only looked at are deleted first. Saved
            designs stay until you remove them.
          </p>
        </>
      )}
    </ChoicePart>
  );
}
