import { useLicenceItems } from '#api/use-licence-items.ts';
import { boughtAgain, licenceNeeds } from '#contract/shop/licence-rules.ts';
import { paths } from '#contract/shop/paths.ts';
import { joinClasses } from '#ui/join-classes.ts';
import { ShopLink } from '#ui/shop-link.tsx';
import styles from './licence-kinds.module.css';

const kindsFor = (items: number) => [
  {
    name: 'Small handmade shop',
    audience:
      'You make things by hand and sell them yourself: at markets, online, in a little shop of your own.',
    needs: licenceNeeds('handmade', items),
    more: 'The licence included with each design is all you need.',
    paper: styles.mint,
  },
  {
    name: 'Fabric shop',
    audience:
      'You print fabric, panels, paper, vinyl or similar goods that others make things with.',
    needs: licenceNeeds('fabric', items),
    more: 'One per design. Sign up as a fabric shop to get fabric-shop licences.',
    paper: styles.sky,
  },
  {
    name: 'Wholesale and print-on-demand',
    audience: 'Other shops sell what you make, or a printer makes and sends each piece for you.',
    needs: licenceNeeds('wholesale', items),
    more: `To sell ${Math.ceil(items * 2.5)} items you need three. Buying a design again ${boughtAgain(items)}.`,
    paper: styles.blush,
  },
  {
    name: 'Yearly licence',
    audience: 'An agreement with us to use many designs for a year.',
    needs: 'renewed before the year ends',
    more: 'Write to us in good time: once it ends, you may sell nothing more under it.',
    paper: styles.sunshine,
  },
];

/** Explains who needs which licence. */
export function LicenceKinds() {
  return (
    <section aria-labelledby="kinds">
      <h2 id="kinds" className="visually-hidden">
        Which licence fits your shop
      </h2>
      <ul className={styles.kinds}>
        {kindsFor(useLicenceItems()).map(({ name, audience, needs, more, paper }) => (
          <li key={name} className={joinClasses(styles.kind, paper)}>
            <h3>{name}</h3>
            <p>{audience}</p>
            <p className={styles.needs}>{needs.charAt(0).toUpperCase() + needs.slice(1)}</p>
            <p>{more}</p>
          </li>
        ))}
      </ul>
      <p className={styles.note}>
        Each design you buy has its own licence page with your name on it. Find it in{' '}
        <ShopLink to={paths.myOrders.path}>your orders</ShopLink>, to print or save as PDF. For
        everything else, see our <ShopLink to={paths.terms.path}>terms and conditions</ShopLink>.
      </p>
    </section>
  );
}
