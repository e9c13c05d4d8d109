export default function CartPage() {
  return (
    <div className="page">
      <h1>My Cart</h1>
    </div>
  );
}
