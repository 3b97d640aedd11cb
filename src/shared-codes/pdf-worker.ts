// Parses PDFs away from the screens; pdf.js answers in messages of its own.
import 'pdfjs-dist/build/pdf.worker.min.mjs';
