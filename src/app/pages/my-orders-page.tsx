import { buyAgain } from '#features/cart/buy-again.ts';
import { AskYearly } from '#features/commissions/ask-yearly.tsx';
import { MyOrdersScreen } from '#features/orders/my-orders-screen.tsx';
import { AskAboutOrder } from './ask-studio.tsx';
import { KeepOwnDesigns } from './keep-own-designs.tsx';
import { ReviewDesign } from './review-design.tsx';

export default function MyOrdersPage() {
  return (
    <div className="page">
      <MyOrdersScreen
        askYearly={<AskYearly />}
        below={<KeepOwnDesigns kind="bought" name="My designs" />}
        ask={({ _id }) => <AskAboutOrder key={_id} id={_id} />}
        review={({ productId, productName, downloadLink }) => (
          <ReviewDesign productId={productId} title={productName} mayWrite={downloadLink !== ''} />
        )}
        onBuyAgain={(item) => void buyAgain(item)}
      />
    </div>
  );
}
