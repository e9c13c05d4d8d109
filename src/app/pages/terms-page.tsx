import { paths } from '#contract/paths.ts';
import { Prose } from '#ui/prose.tsx';
import { ShopLink } from '#ui/shop-link.tsx';

export default function TermsPage() {
  return (
    <Prose>
      <h1>Terms and conditions</h1>
      <p>
        By buying a design you agree to these terms. They are short on purpose; if something is
        unclear, write to us before you print.
      </p>
      <h2>Watermark and sharing</h2>
      <p>
        Previews carry our watermark. Please don't remove it, and don't share, resell or give away
        the files you bought.
      </p>
      <h2>Use of designs</h2>
      <p>
        You buy a licence to use a design, not the design itself. You may make and sell goods with
        it; you may not sell it as a file, or claim to have drawn it.
      </p>
      <h2>Commissioning artwork</h2>
      <p>Custom designs are taken while the studio is open, depending on availability.</p>
      <h2>Turnaround time</h2>
      <p>A commission takes about a week, and up to 14 days.</p>
      <h2>Licensing</h2>
      <ul>
        <li>Small handmade shops need no extra licence.</li>
        <li>Fabric shops and similar sellers need a single-file licence at purchase.</li>
        <li>Wholesale and print-on-demand need a single-file licence for every 100 items sold.</li>
        <li>Yearly licences must be renewed before the year ends.</li>
      </ul>
      <h2>Cancellations and refunds</h2>
      <p>
        Digital downloads are non-refundable. A refund is given only when a commission is not
        accepted.
      </p>
      <h2>At a glance</h2>
      <ul>
        <li>No resale or sharing of the files.</li>
        <li>No removing of watermarks from previews.</li>
        <li>No use beyond what your licence covers.</li>
      </ul>
      <p>
        Which licence fits your shop? <ShopLink to={paths.licence.path}>See the licences</ShopLink>.
      </p>
    </Prose>
  );
}
