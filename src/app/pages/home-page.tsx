export default function HomePage() {
  return (
    <div className="page">
      <h1>Pinwheel</h1>
    </div>
  );
}
