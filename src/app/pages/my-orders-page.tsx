export default function MyOrdersPage() {
  return (
    <div className="page">
      <h1>My orders</h1>
    </div>
  );
}
