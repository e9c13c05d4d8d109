export default function BestSellersPage() {
  return (
    <div className="page">
      <h1>Best sellers</h1>
    </div>
  );
}
