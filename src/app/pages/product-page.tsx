export default function ProductPage() {
  return (
    <div className="page">
      <h1>Design</h1>
    </div>
  );
}
