package dev.wqflush.cli.report;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** A page as its tree; parsing fails unless every element is closed and every attribute quoted. */
final class HtmlPage {
    private final List<Element> all = new ArrayList<>();

    private HtmlPage(Document document) {
        NodeList elements = document.getElementsByTagName("*");
        for (int i = 0; i < elements.getLength(); i++) {
            all.add((Element) elements.item(i));
        }
    }

    static HtmlPage parse(String html) throws Exception {
        DocumentBuilder builder = DocumentBuilderFactory.newInstance().newDocumentBuilder();
        builder.setErrorHandler(null);
        String xml = html.replace("<script>", "<script><![CDATA[").replace("</script>", "]]></script>");
        return new HtmlPage(builder.parse(new InputSource(new StringReader(xml))));
    }

    List<Element> elements(String tag) {
        return all.stream().filter(e -> e.getTagName().equals(tag)).toList();
    }

    List<Element> byClass(String cssClass) {
        return all.stream().filter(e -> hasClass(e, cssClass)).toList();
    }

    List<Element> tables(String cssClass) {
        return elements("table").stream().filter(e -> hasClass(e, cssClass)).toList();
    }

    private static boolean hasClass(Element element, String cssClass) {
        return Arrays.asList(element.getAttribute("class").split(" ", -1)).contains(cssClass);
    }

    String text(String tag) {
        return elements(tag).get(0).getTextContent();
    }

    /** Text and attributes of everything but style and script. */
    List<String> texts() {
        List<String> texts = new ArrayList<>();
        for (Element element : all) {
            if (element.getTagName().equals("style") || element.getTagName().equals("script")) {
                continue;
            }
            for (Node node = element.getFirstChild(); node != null; node = node.getNextSibling()) {
                if (node.getNodeType() == Node.TEXT_NODE) {
                    texts.add(node.getTextContent());
                }
            }
            NamedNodeMap attributes = element.getAttributes();
            for (int i = 0; i < attributes.getLength(); i++) {
                texts.add(attributes.item(i).getNodeValue());
            }
        }
        return texts;
    }

    List<String> attributes(String name) {
        return all.stream()
                .filter(e -> e.hasAttribute(name))
                .map(e -> e.getAttribute(name))
                .toList();
    }

    Set<String> attributeNames() {
        Set<String> names = new TreeSet<>();
        for (Element element : all) {
            NamedNodeMap attributes = element.getAttributes();
            for (int i = 0; i < attributes.getLength(); i++) {
                names.add(attributes.item(i).getNodeName());
            }
        }
        return names;
    }

    /** Marks of data in the pictures of a section that are shown before anything is chosen. */
    int marks(String section) {
        Element root = all.stream()
                .filter(e -> e.getAttribute("id").equals(section))
                .findFirst()
                .orElseThrow();
        int marks = 0;
        for (String tag : List.of("rect", "line")) {
            NodeList elements = root.getElementsByTagName(tag);
            for (int i = 0; i < elements.getLength(); i++) {
                Element element = (Element) elements.item(i);
                boolean shown = !hasClass((Element) element.getParentNode(), "off");
                marks += shown && !hasClass(element, "ground") && !hasClass(element, "grid") ? 1 : 0;
            }
        }
        return marks;
    }

    static List<String> heads(Element table) {
        return children(children(children(table, "thead").get(0), "tr").get(0), "th").stream()
                .map(head -> children(head, "span").get(0).getTextContent())
                .toList();
    }

    /** Label and order of the column by which the body claims to be sorted. */
    static String sortedHead(Element table) {
        return children(children(children(table, "thead").get(0), "tr").get(0), "th").stream()
                .filter(head -> head.hasAttribute("aria-sort"))
                .map(head -> head.getTextContent() + " " + head.getAttribute("aria-sort"))
                .findFirst()
                .orElse("");
    }

    /** Cells of the body, then of the foot. */
    static List<List<Element>> rows(Element table) {
        List<List<Element>> rows = new ArrayList<>(bodyRows(table));
        children(table, "tfoot").forEach(foot -> children(foot, "tr").forEach(row -> rows.add(children(row, ""))));
        return rows;
    }

    static List<List<Element>> bodyRows(Element table) {
        return children(children(table, "tbody").get(0), "tr").stream()
                .map(row -> children(row, ""))
                .toList();
    }

    static List<String> lastRow(Element table) {
        List<List<Element>> rows = rows(table);
        return rows.get(rows.size() - 1).stream().map(Element::getTextContent).toList();
    }

    private static List<Element> children(Element parent, String tag) {
        List<Element> children = new ArrayList<>();
        for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element element
                    && (tag.isEmpty() || element.getTagName().equals(tag))) {
                children.add(element);
            }
        }
        return children;
    }
}
