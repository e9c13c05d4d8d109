import { useParams } from 'react-router';
import { useSession } from '#api/use-session.ts';
import { paths } from '#contract/shop/paths.ts';
import { LicenceCard } from '#features/legal/licence-card.tsx';
import { LicenceSheet } from '#features/legal/licence-sheet.tsx';
import { itemLicence } from '#features/orders/item-licence.ts';
import { useOrders } from '#features/orders/use-orders.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { EmptyScene } from '#ui/empty-scene.tsx';
import { SavedNote } from '#ui/saved-note.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

/** Why there is no licence to show. */
const reasons = {
  unpaid: {
    title: 'This licence starts when the order is paid',
    text: 'It appears here once your payment is complete.',
  },
  revoked: {
    title: 'This licence has ended',
    text: 'It was refunded or revoked, so it covers nothing any longer.',
  },
  missing: {
    title: 'This licence isn’t in your account',
    text: 'If you bought the design with another account, sign in there to see it.',
  },
} as const;

/** The licence of one bought design, from the saved orders, so it works offline too. */
export default function ItemLicencePage() {
  const { order = '', item = '' } = useParams();
  const state = useOrders();
  const user = useSession((session) => session.user);
  const { orders, licenceTexts: texts } = state;
  const licence = orders && itemLicence({ orders, texts }, order, item);
  if (!user) return null;
  if (licence?.status === 'granted') {
    return (
      <div className="page">
        <SavedNote state={state} />
        <LicenceSheet
          holder={`${user.firstName} ${user.lastName}`}
          order={licence.order}
          item={licence.item}
          text={licence.text}
        />
        {licence.item.licenceCard && <LicenceCard card={licence.item.licenceCard} />}
      </div>
    );
  }
  // Not missing yet: the list being loaded may contain it.
  if (state.isLoading) {
    return (
      <div className="page" aria-busy="true">
        <Skeleton height="34rem" />
      </div>
    );
  }
  const reason = licence
    ? reasons[licence.status]
    : { title: 'Not saved on this device yet', text: state.problem ?? '' };
  return (
    <div className="page">
      <EmptyScene scene={licence ? 'orders' : 'offline'} level={1} {...reason}>
        {!licence && <Button onClick={() => void state.refresh()}>Try again</Button>}
        <LinkButton variant={licence ? 'primary' : 'paper'} to={paths.myOrders.path}>
          My orders
        </LinkButton>
      </EmptyScene>
    </div>
  );
}
