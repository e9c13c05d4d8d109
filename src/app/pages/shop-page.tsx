export default function ShopPage() {
  return (
    <div className="page">
      <h1>Shop all designs</h1>
    </div>
  );
}
