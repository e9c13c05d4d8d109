import { paths } from '#contract/paths.ts';
import { LinkButton } from '#ui/button.tsx';
import { Prose } from '#ui/prose.tsx';

export default function LicencePage() {
  return (
    <Prose>
      <h1>Licences</h1>
      <p>Every design is sold under a licence. Which one fits depends on what your shop does.</p>
      <h2>Small business</h2>
      <p>
        For small handmade shops: make things by hand with a design and sell them. No extra licence
        is needed.
      </p>
      <h2>Fabric shop</h2>
      <p>
        For those who print and sell fabric, or similar goods: a single-file licence at purchase.
      </p>
      <h2>Wholesale and print-on-demand</h2>
      <p>A single-file licence for every 100 items sold.</p>
      <LinkButton to={paths.shop.path}>Shop all designs</LinkButton>
    </Prose>
  );
}
