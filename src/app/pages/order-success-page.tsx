export default function OrderSuccessPage() {
  return (
    <div className="page">
      <h1>Order Confirmed</h1>
    </div>
  );
}
