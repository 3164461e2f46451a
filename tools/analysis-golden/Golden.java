import java.io.*;
import java.util.*;
import org.apache.lucene.analysis.*;
import org.apache.lucene.analysis.core.*;
import org.apache.lucene.analysis.en.*;
import org.apache.lucene.analysis.icu.ICUFoldingFilter;
import org.apache.lucene.analysis.miscellaneous.WordDelimiterGraphFilter;
import org.apache.lucene.analysis.snowball.SnowballFilter;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.document.*;
import org.apache.lucene.index.*;
import org.apache.lucene.search.*;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.tartarus.snowball.ext.EnglishStemmer;

/**
 * Reads lines "chain TAB class", "text TAB …" and "query TAB …" and writes for each query the row that Lucene ranks
 * first, and whether it alone has that score: "row TAB true".
 */
public class Golden {
  static Analyzer analyzer(boolean delimited) {
    return new Analyzer() {
      @Override protected TokenStreamComponents createComponents(String field) {
        Tokenizer source = delimited ? new WhitespaceTokenizer() : new StandardTokenizer();
        TokenStream stream = source;
        if (delimited) {
          int all = WordDelimiterGraphFilter.GENERATE_WORD_PARTS | WordDelimiterGraphFilter.GENERATE_NUMBER_PARTS
              | WordDelimiterGraphFilter.CATENATE_ALL | WordDelimiterGraphFilter.PRESERVE_ORIGINAL
              | WordDelimiterGraphFilter.SPLIT_ON_CASE_CHANGE | WordDelimiterGraphFilter.SPLIT_ON_NUMERICS;
          stream = new WordDelimiterGraphFilter(stream, all, null);
        }
        stream = new EnglishPossessiveFilter(stream);
        stream = new ICUFoldingFilter(stream);
        return new TokenStreamComponents(source, new SnowballFilter(stream, new EnglishStemmer()));
      }
    };
  }

  public static void main(String[] arguments) throws Exception {
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
    PrintStream out = new PrintStream(System.out, true, "UTF-8");
    Analyzer analyzer = null;
    List<String> texts = new ArrayList<>();
    IndexSearcher searcher = null;
    for (String line; (line = in.readLine()) != null; ) {
      String rest = line.substring(line.indexOf('\t') + 1);
      if (line.startsWith("chain")) {
        analyzer = analyzer(rest.equals("delimited"));
        texts.clear();
        searcher = null;
      } else if (line.startsWith("text")) {
        texts.add(rest);
      } else {
        if (searcher == null) searcher = index(texts, analyzer);
        TopDocs hits = searcher.search(query(rest, analyzer), 2);
        boolean alone = hits.scoreDocs.length == 1
            || (hits.scoreDocs.length == 2 && hits.scoreDocs[0].score > hits.scoreDocs[1].score);
        out.println((hits.scoreDocs.length == 0 ? -1 : hits.scoreDocs[0].doc) + "\t" + alone);
      }
    }
  }

  static IndexSearcher index(List<String> texts, Analyzer analyzer) throws IOException {
    ByteBuffersDirectory directory = new ByteBuffersDirectory();
    try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig(analyzer))) {
      for (String text : texts) {
        Document document = new Document();
        document.add(new TextField("text", text, Field.Store.NO));
        writer.addDocument(document);
      }
      writer.forceMerge(1);
    }
    return new IndexSearcher(DirectoryReader.open(directory));
  }

  static Query query(String text, Analyzer analyzer) throws IOException {
    BooleanQuery.Builder query = new BooleanQuery.Builder();
    try (TokenStream stream = analyzer.tokenStream("text", text)) {
      CharTermAttribute term = stream.addAttribute(CharTermAttribute.class);
      stream.reset();
      while (stream.incrementToken())
        query.add(new TermQuery(new Term("text", term.toString())), BooleanClause.Occur.SHOULD);
      stream.end();
    }
    return query.build();
  }
}
